/**
 * CRC-16/CCITT-FALSE of the text's UTF-8 bytes as four capital hex digits: polynomial 0x1021, start 0xFFFF,
 * not reflected, no final xor. "123456789" gives 29B1.
 */
export const crc16 = (text: string): string => {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
