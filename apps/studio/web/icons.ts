const stroke =
  'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'

/** The icons of the small buttons, each drawn in a 24 by 24 square. */
const drawings = {
  sound: `<g ${stroke}><path d="M4 9.5h3.5L12 5.5v13l-4.500-4H4z"/><path data-waves="" d="M15.500 9a4.200 4.200 0 0 1 0 6M18.200 6.500a7.800 7.800 0 0 1 0 11"/><path data-off="" d="m15.500 9.500 5 5M20.500 9.500l-5 5"/></g>`,
  rules: `<g ${stroke}><path d="M6 4h10a2 2 0 0 1 2 2v14H8a2 2 0 0 1-2-2z"/><path d="M9.500 9h5M9.500 13h5"/></g>`,
  history: `<g ${stroke}><circle cx="12" cy="12" r="8"/><path d="M12 7.500V12l3 2"/></g>`,
  verify: `<g ${stroke}><path d="M12 3.500 5 6v6q0 6 7 8.500 7-2.500 7-8.500V6z"/><path d="m9 12 2.200 2.200L15.200 10"/></g>`,
  close: `<path ${stroke} d="m6 6 12 12M18 6 6 18"/>`,
} as const

export type IconName = keyof typeof drawings

/** A decorative icon: its button has the name. */
export function iconDrawing(name: IconName): Element {
  const drawn = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true">${drawings[name]}</svg>`,
    'image/svg+xml',
  )
  return drawn.documentElement
}
