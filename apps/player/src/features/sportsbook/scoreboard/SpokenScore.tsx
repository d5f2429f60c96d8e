import { useState } from 'react'
import type { Fixture } from '../../../shared/fixture.ts'
import { Spoken } from '../../../shared/Spoken.tsx'
import { useText } from '../../../shared/text/text.ts'
import { spokenScore } from './spoken-score.ts'

/** Announces score changes. The initial state is read with the page. */
export function SpokenScore({ fixture }: { fixture: Fixture }) {
  const words = spokenScore(useText(), fixture)
  const [first] = useState(words)
  const [hasMoved, setHasMoved] = useState(false)
  if (!hasMoved && words !== first) setHasMoved(true)
  return <Spoken words={hasMoved ? words : ''} />
}
