/**
 * Words that are the same in every language: our games, payment methods, terms of the trade, invented clubs.
 */
const names = new Set(
  `Palpite palpite PIX Pix CPF CNPJ USDT USD BRL VIP QR ID BR Code TRC20 ERC20 Mines Dice Limbo Double Crash Slot Facebook Instagram WhatsApp
   Telegram X YouTube TikTok e-mail E-mail Email SHA-256 HMAC UTC OK min max App PDF PNG JPEG UCI HT FT DNB BTTS Android iPhone
   iPad Safari Chrome UTR vs VAR Jr APK RTP UUID Handicap WebP Trixie Patent Yankee Lucky Super Heinz Goliath Hong Kong super_yankee super_heinz lucky15 lucky31 lucky63`
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean),
)

/** Placeholders, the syntax of plurals and choices, tags, and sample addresses. */
const placeholders =
  /\{\w+(?:, number)?\}|\{\w+, (?:plural|select),|(?:=\d+|one|few|many|other) \{|<\/?\w+>|\S+@\S+/g

const wordsOf = (text: string): string[] => {
  const plain = text.replaceAll(placeholders, ' ')
  return (plain.match(/[\p{L}\p{M}][\p{L}\p{M}\d-]*/gu) ?? []).filter(
    (word) => !names.has(word.toLowerCase()),
  )
}

/** Whether a text consists of names, figures and placeholders. */
export const isName = (text: string): boolean => wordsOf(text).every((word) => word.length < 3)

/** Whether a text has more than two words; shorter ones may be the same in two languages. */
export const isSentence = (text: string): boolean => wordsOf(text).length > 2
