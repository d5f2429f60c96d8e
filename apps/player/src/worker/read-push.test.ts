import { expect, test } from 'vitest'
import { readPush } from './read-push.ts'

test.each([
  {
    said: '{"title":"Saque pago","text":"R$ 70,00","link":"/registros"}',
    title: 'Saque pago',
    link: '/registros',
  },
  {
    said: '{"title":"Saque pago","text":"","link":"//elsewhere.example"}',
    title: 'Saque pago',
    link: '/gameMess',
  },
  {
    said: '{"title":"Saque pago","text":"","link":"https://elsewhere.example"}',
    title: 'Saque pago',
    link: '/gameMess',
  },
  { said: '{"title":7}', title: 'Palpite', link: '/gameMess' },
  { said: 'no JSON', title: 'Palpite', link: '/gameMess' },
  { said: undefined, title: 'Palpite', link: '/gameMess' },
])('a push of $said says $title and leads to $link', ({ said, title, link }) => {
  expect(readPush(said)).toMatchObject({ title, link })
})
