import { expect, test } from 'vitest'
import { fittingSize } from './shrink-picture.ts'

test.each([
  { width: 4000, height: 3000, fits: { width: 1600, height: 1200 } },
  { width: 1080, height: 24_000, fits: { width: 72, height: 1600 } },
  { width: 640, height: 480, fits: { width: 640, height: 480 } },
  { width: 1, height: 9000, fits: { width: 1, height: 1600 } },
])('a photo of $width by $height is sent as $fits', ({ width, height, fits }) => {
  expect(fittingSize(width, height)).toEqual(fits)
})
