/** What is called the same in every language: our games, ways to pay, marks of the trade, invented clubs. */
const names = new Set(
  `Palpite PIX Pix CPF CNPJ USDT USD BRL VIP QR ID BR Code TRC20 ERC20 Mines Dice Limbo Double Crash Slot Facebook Instagram WhatsApp
   Telegram X YouTube TikTok e-mail E-mail Email SHA-256 HMAC UTC OK min max App PDF PNG JPEG UCI HT FT DNB BTTS Android iPhone
   iPad Safari Chrome UTR vs VAR Jr APK RTP UUID Handicap`
    .split(/\s+/)
    .filter(Boolean),
)

/** Words that a language happens to have in common with English or with Portuguese. */
const shared: Readonly<Record<string, readonly string[]>> = {}

const words = /[\p{L}\p{M}][\p{L}\p{M}\d-]*/gu

/** Whether a text is made of names, figures and values alone, or is a word that the language shares. */
export const isName = (text: string, language: string): boolean => {
  const plain = text.replaceAll(/\{\w+[^}]*\}|<\/?\w+>/g, ' ')
  const said = plain.match(words) ?? []
  return said.every((word) => word.length < 3 || names.has(word)) || (shared[language] ?? []).includes(text)
}
