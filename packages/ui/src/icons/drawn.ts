/** Glyphs Phosphor lacks, drawn by us on its 256 grid in its fill weight. */
export const drawnGlyphs: Readonly<Record<string, string>> = {
  snooker:
    '<path d="M104 84a74 74 0 1 0 74 74 74.08 74.08 0 0 0-74-74Zm-26.5 62a17.5 17.5 0 1 1 17.5-17.5A17.5 17.5 0 0 1 77.5 146ZM233.7 22.3a12 12 0 0 0-17 0L168.3 70.7a96 96 0 0 1 17 17L233.7 39.3a12 12 0 0 0 0-17Z"/>',
  badminton:
    '<g transform="rotate(38 128 128)"><path d="M46 50a10 10 0 0 1 5-12l22-11a10 10 0 0 1 14 7l27 112-17 4ZM100 22a10 10 0 0 1 10-10h36a10 10 0 0 1 10 11l-16 121h-24ZM169 34a10 10 0 0 1 14-7l22 11a10 10 0 0 1 5 12l-51 100-17-4ZM92 168h72v22a36 36 0 0 1-72 0Z"/></g>',
}
