import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FirstOperator } from '../../apps/server/src/identity/index.ts'
import type { Environment } from './environments.ts'
import { StartRefused, wordsOf } from './start-refused.ts'

type Script = { file: string; env: Environment; signal: AbortSignal }

/**
 * Runs the script that creates the first two operators in a separate process, to keep the launcher small. Returns new
 * one-time passwords.
 */
export async function firstOperators({ file, env, signal }: Script): Promise<FirstOperator[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env, signal })
    return JSON.parse(stdout) as FirstOperator[]
  } catch (error) {
    throw new StartRefused(`The first operators could not be made (${wordsOf(error)}).`, { cause: error })
  }
}
