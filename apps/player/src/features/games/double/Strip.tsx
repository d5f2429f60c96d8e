import { DOUBLE_STRIP, doubleColour } from '@palpite/games'
import { cx } from '@palpite/ui'
import { memo, useEffect, useEffectEvent, useRef } from 'react'
import { useIsStill } from '../../../shared/use-is-still.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { ColourSign } from './ColourSign.tsx'
import css from './Double.module.css'
import { drawnTiles, spinOf, spinTimes, tileOf } from './spin.ts'

const tiles = Array.from({ length: drawnTiles }, (_, at) => DOUBLE_STRIP[at % DOUBLE_STRIP.length] ?? 0)

const moved = (tile: number): string => `translateX(calc(var(--tile) * ${-tile}))`

/**
 * The strip that rolls past the pointer, by the server's times: every screen shows the same frame and lands together,
 * also when opened during a spin. Under reduced motion it only shows the result.
 */
export function Strip({ room }: { room: RoomState }) {
  const { round, phase, now, before, reported } = room
  const track = useRef<HTMLDivElement>(null)
  const isStill = useIsStill()
  const outcome = round?.outcome ?? undefined
  const slotBefore = before ?? 0
  const begin = useEffectEvent(() => {
    if (!track.current || !round || outcome === undefined) return undefined
    const { from, to } = spinOf(slotBefore, outcome)
    const { durationMs, atMs } = spinTimes(round, now)
    const spin = track.current.animate([{ transform: moved(from) }, { transform: moved(to) }], {
      duration: durationMs,
      easing: 'cubic-bezier(0.12, 0.7, 0.1, 1)',
      fill: 'forwards',
    })
    spin.currentTime = atMs
    return spin
  })
  const isTurning = phase === 'drawing' && outcome !== undefined && !isStill
  useEffect(() => {
    if (!isTurning) return
    const spin = begin()
    return () => spin?.cancel()
  }, [isTurning, round?.sharedRoundId])
  return (
    <div
      dir="ltr" // the same direction for everybody
      data-pointed
      className={css.window}
      data-glow={(reported !== undefined && doubleColour(reported) === 'white') || undefined}
      data-turning={isTurning || undefined}
    >
      <div
        ref={track}
        className={css.track}
        aria-hidden="true"
        style={{ transform: moved(tileOf(reported ?? slotBefore)) }}
      >
        <Tiles />
      </div>
    </div>
  )
}

/** All tiles of the strip. They never change, while the room re-renders five times a second. */
const Tiles = memo(function Tiles() {
  // The tiles never move, so the index is a key.
  return tiles.map((slot, at) => <Tile key={at} slot={slot} />)
})

/** One tile: number, colour and symbol. */
function Tile({ slot, className }: { slot: number; className?: string }) {
  const colour = doubleColour(slot)
  return (
    <span data-colour={colour} className={cx(css.tile, css.colour, 'hairline', className)}>
      <ColourSign colour={colour} />
      <span className="text-16">{slot}</span>
    </span>
  )
}
