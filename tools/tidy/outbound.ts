import { isTest, type Tree, withoutComments } from './files.ts'
import { SERVER } from './plan.ts'

/** Where each file with outgoing requests gets its address from. None comes from a player. */
const ASKED: Readonly<Record<string, string>> = {
  'cashier/rails/bank-client.ts': 'the bank, by configuration',
  'cashier/pay-page/pay-page-routes.ts': 'the sandbox, by configuration',
  'cashier/rails/chain.ts': 'the node of the chain, by configuration',
  'cashier/rails/quotes.ts': 'the source of quotes, by configuration',
  'games/wallet-api/examples/balance.ts': 'an example for studios, which is shown and not run',
  'identity/mail.ts': 'the mail server, by configuration',
  'identity/abuse/captchas.ts': 'the sandbox, by configuration',
  'messages/delivery/delivery.ts': 'the push services of browsers, four hosts that `isPushService` lists',
  'platform/call-outside.ts': 'the studios that an operator has added, on the public network alone',
  'protection/registers.ts': 'the two national registers, by configuration',
  'protection/documents/document-check.ts': 'the check of documents and faces, by configuration',
  'feeds/odds-api/poll-odds.ts': 'the feed, by configuration',
  'feeds/uof/producers.ts': 'the feed, by configuration',
}

const ASKS =
  /\bfetch\(|\bsendNotification\(|\bcreateTransport\(|\bnew WebSocket\(|\brequest as \w+ \} from 'node:https?'|\bimport \{[^}]*\brequest\b[^}]*\} from 'node:https?'|from 'undici'|\bnet\.connect\(|\bcreateConnection\(/

/** Server files with outgoing requests that are not listed with the address's origin, and listed files without any. */
export function unlistedCallers(tree: Tree): string[] {
  const asking = [...tree].flatMap(([file, text]) =>
    file.startsWith(`${SERVER}/`) && file.endsWith('.ts') && !isTest(file) && ASKS.test(withoutComments(text))
      ? [file.slice(SERVER.length + 1)]
      : [],
  )
  return [
    ...asking
      .filter((file) => !(file in ASKED))
      .map((file) => `${SERVER}/${file}: asks an address; tools/tidy/outbound.ts must say whose it is`),
    ...Object.keys(ASKED)
      .filter((file) => tree.has(`${SERVER}/${file}`) && !asking.includes(file))
      .map((file) => `tools/tidy/outbound.ts: ${file} asks nobody`),
  ]
}
