// The balance of a session's player: a signed call by Node.
import { createHmac } from 'node:crypto'

const { WALLET_URL, STUDIO_KEY_ID = '', STUDIO_SECRET = '', SESSION } = process.env
const path = '/api/studio/balance'
const raw = JSON.stringify({ session: SESSION, currency: 'BRL' })
const timestamp = String(Date.now())
const signature = createHmac('sha256', STUDIO_SECRET).update(`${timestamp}.${path}.${raw}`).digest('hex')
const response = await fetch(`${WALLET_URL}${path}`, {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-studio-key': STUDIO_KEY_ID,
    'x-studio-timestamp': timestamp,
    'x-studio-signature': signature,
  },
  body: raw,
})
process.stdout.write(`${await response.text()}\n`)
