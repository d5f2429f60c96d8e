import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FirstOperator } from '../../apps/server/src/identity/index.ts'
import type { Environment } from './environments.ts'
import { StartRefused, wordsOf } from './start-refused.ts'

type Script = { file: string; env: Environment; signal: AbortSignal }

/**
 * Runs the script that makes the first two operators, in a process of its own: the launcher stays small. Answers those
 * who have a new one-time password.
 */
export async function firstOperators({ file, env, signal }: Script): Promise<FirstOperator[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env, signal })
    return JSON.parse(stdout) as FirstOperator[]
  } catch (error) {
    throw new StartRefused(`The first operators could not be made (${wordsOf(error)}).`, { cause: error })
  }
}
