import { expect, test } from 'vitest'
import { impedimentMessage } from './rules.ts'

test.each([
  { isImpeded: true, isClosing: true, textKey: 'message.impededCloses', inWriting: true },
  { isImpeded: true, isClosing: false, textKey: 'message.impeded', inWriting: true },
  { isImpeded: false, isClosing: true, textKey: 'message.impedimentOver', inWriting: undefined },
])(
  'impeded $isImpeded, and the account closes $isClosing: the player reads $textKey',
  ({ isImpeded, isClosing, ...told }) => {
    const { textKey, inWriting } = impedimentMessage(
      { playerId: 1, isImpeded },
      { nonce: 'a nonce', isClosing },
    )
    expect({ textKey, inWriting }).toEqual(told)
  },
)
