import type { SlotSymbol } from '@palpite/games'

const shirt = (body: string, trim: string) =>
  `<path d="M12 14 22 8q10 8 20 0l10 6-5 12-6-3v31H23V23l-6 3z" fill="${body}"/><path d="M22 8q10 8 20 0l-3-1q-7 5-14 0z" fill="${trim}"/><path d="M30 16h4v38h-4z" fill="${trim}" opacity=".35"/>`

/** The symbols of the reels, each drawn in a 64 by 64 square. */
const drawings: Readonly<Record<SlotSymbol, string>> = {
  star: '<path d="m32 5 8 18 19 2-14 13 4 20-17-10-17 10 4-20L5 25l19-2z" fill="#FFC94D"/><path d="m32 5 8 18 19 2-14 13 4 20-17-10z" fill="#E79B1E"/>',
  ball: '<circle cx="32" cy="32" r="26" fill="#F6F3FF"/><path d="m32 20 11 8-4 13H25l-4-13z" fill="#1B1629"/><path d="M32 6v14M8 26l13 2M15 52l10-11M49 52 39 41M56 26l-13 2" stroke="#1B1629" stroke-width="3"/>',
  cup: '<path d="M18 8h28v14q0 16-14 18Q18 38 18 22z" fill="#FFC94D"/><path d="M18 12H8q0 16 12 18M46 12h10q0 16-12 18" fill="none" stroke="#E79B1E" stroke-width="4"/><path d="M28 40h8v8h8v8H20v-8h8z" fill="#E79B1E"/>',
  boot: '<path d="M10 14h16l6 16 22 8q4 4 2 10H10z" fill="#8C5BFF"/><path d="M10 48h46v4H10zM14 52h5v6h-5zM28 52h5v6h-5zM44 52h5v6h-5z" fill="#F6F3FF"/><path d="m28 24 8-3M31 30l8-3" stroke="#F6F3FF" stroke-width="3"/>',
  glove:
    '<path d="M20 56V34L14 22l5-3 5 8V10h6v14h2V7h6v17h2V10h6v20l5-4 3 5-10 14v11z" fill="#3FD0C9"/><path d="M20 48h24v8H20z" fill="#F6F3FF"/>',
  whistle:
    '<circle cx="26" cy="38" r="17" fill="#FF7A8A"/><path d="M26 21h30v12H40z" fill="#FF7A8A"/><circle cx="26" cy="38" r="7" fill="#1B1629"/><path d="m50 6-4 9M58 10l-7 6" stroke="#FFC94D" stroke-width="4"/>',
  green: shirt('#2FBF71', '#F6F3FF'),
  yellow: shirt('#FFD94D', '#2FBF71'),
  blue: shirt('#4A86FF', '#F6F3FF'),
  white: shirt('#F6F3FF', '#8C5BFF'),
}

/** A symbol as a drawing with its name; without a name if it is shown beside it. */
export function symbolDrawing(symbol: SlotSymbol, name: string): Element {
  const drawn = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">${drawings[symbol]}</svg>`,
    'image/svg+xml',
  ).documentElement
  if (name === '') drawn.setAttribute('aria-hidden', 'true')
  else drawn.setAttribute('aria-label', name)
  return drawn
}
