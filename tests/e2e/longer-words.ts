import type { Page } from '@playwright/test'

/**
 * A language's texts with each word two fifths longer, vowels repeated: an unforeseen language's needs (design §2.12).
 * Changed when the browser loads them, so no separate build is needed. Returns the text parts loaded so far.
 */
export async function lengthenTexts(page: Page, language: string): Promise<() => readonly string[]> {
  const heard: string[] = []
  const texts = new RegExp(`/assets/texts-${language}-(\\w+)-[^/]+\\.js$`)
  await page.route(texts, async (route) => {
    const answer = await route.fetch()
    const script = await answer.text()
    heard.push(texts.exec(route.request().url())?.[1] ?? '')
    await route.fulfill({ response: answer, body: script.replace('JSON.parse(', `(${drawnOut})(`) })
  })
  return () => heard
}

/** Runs in the page: lengthens compiled messages. Values, tags and counts stay. */
const drawnOut = `((compiled) => {
  const longer = (word) => {
    let left = Math.round(word.length * 0.4)
    const drawn = word.replaceAll(/[aeiouy]/gi, (vowel) => left-- > 0 ? vowel + vowel.toLowerCase() : vowel)
    return drawn + word.slice(-1).repeat(Math.max(0, left))
  }
  const said = (words) => words.replaceAll(/<[^>]*>|\\S+@\\S+|\\p{L}{2,}/gu, (word) => /^[<]|@/.test(word) ? word : longer(word))
  const form = (message) => typeof message === 'string' ? said(message) : Array.isArray(message) ? message.map(token) : message
  const token = (part) => {
    if (!Array.isArray(part)) return form(part)
    const [name, kind, forms] = part
    return forms && typeof forms === 'object'
      ? [name, kind, Object.fromEntries(Object.entries(forms).map(([of, message]) => [of, form(message)]))]
      : part
  }
  return Object.fromEntries(Object.entries(JSON.parse(compiled)).map(([key, message]) => [key, form(message)]))
})`
