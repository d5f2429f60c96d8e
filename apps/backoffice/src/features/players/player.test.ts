import { expect, test } from 'vitest'
import { cpfsIn } from './player.ts'

test.each([
  {
    typed: '529.982.247-25\n39053344705, 111.444.777-35',
    cpfs: ['52998224725', '39053344705', '11144477735'],
  },
  { typed: '52998224725;\n\n', cpfs: ['52998224725'] },
  { typed: ' \n', cpfs: [] },
  // One wrong digit would list nobody, and nobody would notice.
  {
    typed: '52998224725\n390.533.447-06 ',
    cpfs: ['52998224725', '39053344706'],
    wrong: '390.533.447-06',
  },
  { typed: '5299822472', cpfs: ['5299822472'], wrong: '5299822472' },
])('the CPFs in $typed', ({ typed, cpfs, wrong }) => {
  expect(cpfsIn(typed)).toEqual({ cpfs, wrong })
})
