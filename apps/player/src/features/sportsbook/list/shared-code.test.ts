import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedCode, withoutCode } from './shared-code.ts'

const search = (query: Record<string, string>) => new URLSearchParams(query)

test.each([
  { from: 'a link', query: { code: 'abcd1234' }, code: 'ABCD1234' },
  {
    from: 'a message of another app',
    query: { text: 'Meu palpite: https://palpite.example/footballPage?code=ABCD1234' },
    code: 'ABCD1234',
  },
  {
    from: 'a shared link',
    query: { url: 'https://palpite.example/footballPage?code=ABCD1234' },
    code: 'ABCD1234',
  },
  { from: 'a code alone', query: { text: ' abcd1234 ' }, code: 'ABCD1234' },
  { from: 'words without a code', query: { text: 'Vai ter jogo hoje?' }, code: null },
  { from: 'a word of another length', query: { text: 'Palpite' }, code: null },
  { from: 'nothing', query: {}, code: null },
])('a slip is found in $from', ({ query, code }) => {
  expect(sharedCode(search(query as Record<string, string>))).toBe(code)
})

test("removes only the code's parameter from the address", () => {
  expect(withoutCode(search({ when: 'live', text: 'x', code: 'y' })).toString()).toBe('when=live')
})

test('uses the share-target names of the manifest', () => {
  const file = new URL('../../../../public/manifest.webmanifest', import.meta.url)
  const { share_target: target } = JSON.parse(readFileSync(file, 'utf8')) as {
    share_target: { action: string; method: string; params: Record<string, string> }
  }
  expect(target).toMatchObject({ action: '/footballPage', method: 'GET' })
  const query = Object.fromEntries(Object.values(target.params).map((name) => [name, 'x']))
  expect(withoutCode(search(query)).toString()).toBe('')
})
