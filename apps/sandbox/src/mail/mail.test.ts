import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendMail } from '../testing/send-mail.ts'
import { records } from '../testing/record.ts'
import { startHarness, type Harness } from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  await harness.open('DELETE', '/mailbox')
})
afterAll(() => harness.stop())

const post = (raw: string, ...to: string[]): Promise<string> => sendMail(harness.sandbox.smtpPort, to, raw)
const mails = async (query = ''): Promise<Readonly<Record<string, unknown>>[]> =>
  records((await harness.open('GET', `/mailbox${query}`)).body['mails'])

test('a mail is stored for each recipient, newest first, ignoring case', async () => {
  expect(await post('Subject: first\n\none', 'ana@example.com')).toMatch(/^250 /)
  await post('Subject: second\nTo: Ana <ana@example.com>\n\ntwo', 'Ana@Example.com', 'bia@example.com')
  expect((await mails('?to=ANA@example.com')).map(({ subject }) => subject)).toEqual(['second', 'first'])
  expect(await mails('?to=bia@example.com')).toMatchObject([
    { subject: 'second', to: 'Ana <ana@example.com>', text: 'two' },
  ])
  expect((await mails('?limit=1')).map(({ subject }) => subject)).toEqual(['second'])
  expect(await mails('?to=nobody@example.com')).toEqual([])
})

test('decodes a quoted-printable mail with an accented subject', async () => {
  await post(
    `From: =?UTF-8?Q?Palpite_=E2=9A=BD?= <oi@palpite.test>
To: ana@example.com
Subject: =?UTF-8?Q?Seu_c=C3=B3digo_de_verifica=C3?=
 =?UTF-8?Q?=A7=C3=A3o?=
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Ol=C3=A1, Ana! O seu c=C3=B3digo =C3=A9=20
=
 482913 =3D v=C3=A1lido.

.
`,
    'ana@example.com',
  )
  expect(await mails()).toMatchObject([
    {
      from: 'Palpite ⚽ <oi@palpite.test>',
      subject: 'Seu código de verificação',
      text: 'Olá, Ana! O seu código é \n 482913 = válido.\n\n.',
    },
  ])
})

test('a mail with text, HTML and an attachment gives its text and its HTML', async () => {
  await post(
    `Subject: =?iso-8859-1?B?${Buffer.from('Redefinição', 'latin1').toString('base64')}?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

not part of it
--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: base64

${Buffer.from('código: 12', 'latin1').toString('base64')}
--inner
Content-Type: text/html; charset=utf-8

<p>código: <b>12</b></p>
--inner--
--outer
Content-Type: text/plain
Content-Disposition: attachment; filename=a.txt

attached
--outer--
`,
    'ana@example.com',
  )
  expect(await mails()).toMatchObject([
    { subject: 'Redefinição', text: 'código: 12', html: '<p>código: <b>12</b></p>' },
  ])
})

test('a mail of HTML only can be read as text', async () => {
  await post(
    'Subject: x\nContent-Type: text/html; charset=utf-8\n\n<style>p{}</style><p>código &amp; 12</p>',
    'a@b.co',
  )
  expect(await mails()).toMatchObject([{ text: 'código & 12' }])
})

test('reads raw accents and an unknown character set', async () => {
  await post('Subject: =?x-none?Q?a=C3=A7?= ok\nContent-Type: text/plain; charset=x-none\n\nação', 'a@b.co')
  expect(await mails()).toMatchObject([{ subject: 'aç ok', text: 'ação' }])
})

test('the mailbox page shows mails as text, never as markup', async () => {
  await post('Subject: <img src=x>\nContent-Type: text/html\n\n<script>1</script>hello', 'ana@example.com')
  const page = await harness.open('GET', '/mailbox/page?to=ana@example.com')
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  expect(page.body['text']).toContain('&lt;img src=x&gt;')
  expect(page.body['text']).not.toContain('<script')
})

test.each(['?limit=x', '?who=a', '?to=a&to=b'])('refuses to search the mailbox by %s', async (query) => {
  expect(await harness.open('GET', `/mailbox${query}`)).toMatchObject({
    status: 400,
    body: { reason: 'malformed' },
  })
})
