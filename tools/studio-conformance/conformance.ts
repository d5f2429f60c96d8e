import { parseArgs } from 'node:util'
import { openOwnApp } from '../bench/own-app.ts'
import { openOwnWallet } from './own-wallet.ts'
import { type KitTerms, reportOf, runKit } from './run-kit.ts'

// `npm run studio-conformance -- URL --key ID --secret SECRET --funded TOKEN --blocked TOKEN` tests a wallet of this
// shape; without a URL it starts our own. docs/how-to/add-a-studio.md explains the tokens.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    secret: { type: 'string' },
    funded: { type: 'string' },
    blocked: { type: 'string' },
  },
})

function termsOf(url: string): KitTerms {
  const { key: keyId, secret, funded: fundedToken, blocked: blockedToken } = values
  if (!keyId || !secret || !fundedToken || !blockedToken) {
    throw new Error('a wallet by its URL needs --key, --secret, --funded and --blocked')
  }
  return { url: url.replace(/\/$/, ''), keyId, secret, fundedToken, blockedToken }
}

async function runOwn() {
  const own = await openOwnApp()
  const wallet = await openOwnWallet(own.deps)
  try {
    const { close: _close, ...terms } = wallet
    return await runKit(terms)
  } finally {
    await wallet.close()
    await own.close()
  }
}

const [url] = positionals
const findings = url ? await runKit(termsOf(url)) : await runOwn()
console.log(reportOf(findings))
if (findings.some(({ wrong }) => wrong !== undefined)) process.exitCode = 1
