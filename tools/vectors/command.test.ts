import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runVectors } from './vectors.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command as npm does: in the root of the project, with the caller's folder in INIT_CWD. */
const spawned = (...args: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const root = join(import.meta.dirname, '../..')
    const env = { ...process.env, INIT_CWD: folder }
    const child = spawn(process.execPath, ['tools/vectors/vectors.ts', ...args], { cwd: root, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (said += String(data)))
    child.on('close', (code) => resolve({ code, said }))
  })

/** The same without a process of its own: its exit code, and everything it says. */
const run = (...args: string[]) => {
  const { code, lines, complaints } = runVectors(args, folder)
  return { code, said: [...lines, ...complaints].map((line) => `${line}\n`).join('') }
}

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}

test('finds a file where it was typed, and counts its cases', async () => {
  const cpf = { value: '529.982.247-25', normalized: '52998224725', valid: true }
  const file = write('ids.json', JSON.stringify({ cpf: [cpf] }))
  expect(await spawned('taxid', file)).toEqual({ code: 0, said: '1 passed, 0 failed, 0 skipped\n' })
})

test.each([[], ['taxid'], ['constructor', 'ids.json'], ['__proto__', 'ids.json'], ['taxids', 'ids.json']])(
  'tells how it is used when it is told %s %s',
  (...args) => {
    const { code, said } = run(...args.filter((arg) => arg !== undefined))
    expect(said).toMatch(/^usage: npm run vectors -- KIND FILE, where KIND is one of fairness, .*\n$/)
    expect(code).toBe(2)
  },
)

mkdirSync(join(folder, 'folder.json'))

test.each([
  ['taxid', 'absent.json', /^absent\.json cannot be read: there is no such file\n$/],
  ['taxid', 'folder.json', /^folder\.json cannot be read: it is a folder\n$/],
  ['taxid', write('empty.json', ''), /^empty\.json is empty\n$/],
  ['taxid', write('blank.json', ' \n'), /^blank\.json is empty\n$/],
  ['taxid', write('cut.json', '{"cpf":['), /^cut\.json is not JSON: [^\n]*\n$/],
  ['taxid', write('null.json', 'null'), /^null\.json has no taxid cases\n$/],
  ['taxid', write('list.json', '[1,2]'), /^list\.json has no taxid cases\n$/],
  ['taxid', write('text.json', '"cpf"'), /^text\.json has no taxid cases\n$/],
  ['taxid', write('none.json', '{"cpf":[]}'), /^none\.json has no taxid cases\n$/],
  [
    'paytables',
    write('foreign.json', '{"cpf":[1],"cnpj":[2]}'),
    /\n0 passed, 0 failed, 2 skipped\nforeign\.json has no paytables cases that are known here\n$/,
  ],
])('ends %s %s with one sentence and no stack', (kind, file, sentence) => {
  const { code, said } = run(kind, file)
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
})

test('names what it cannot read in a file, without a stack', () => {
  const file = write('wild.json', '{"mines_rtp99":{"twenty-four":[1.01]}}')
  const { code, said } = run('paytables', file)
  expect(said).toBe(
    'skipped mines twenty-four: 1\n0 passed, 0 failed, 1 skipped\nwild.json has no paytables cases that are known here\n',
  )
  expect(code).toBe(1)
})
