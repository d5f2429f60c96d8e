/** Browsers and systems by their user agent; the first match counts, because later ones name earlier ones too. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

type Known = readonly (readonly [RegExp, string])[]

const firstOf = (known: Known, userAgent: string): string | undefined =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1]

/** A readable device name, `Chrome · Android`; undefined if unknown. */
export const deviceName = (userAgent: string): string | undefined =>
  [firstOf(browsers, userAgent), firstOf(systems, userAgent)].filter(Boolean).join(' · ') || undefined

/** Whether it is a handheld device. */
export const isPhone = (userAgent: string): boolean => /\bAndroid\b|\biPhone\b|\biPad\b/.test(userAgent)
