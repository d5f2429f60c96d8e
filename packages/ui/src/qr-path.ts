import encodeQR from 'qr'

export type QrPath = { path: string; size: number }

/**
 * The dark squares of a text's QR code as an SVG path, `size` squares wide including a quiet border of two.
 * It has the highest error correction, so a mark may cover its middle.
 */
export const qrPathOf = (text: string): QrPath => {
  const rows = encodeQR(text, 'raw', { ecc: 'high', border: 2 })
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { path, size: rows.length }
}
