import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Medallion } from './Avatar.tsx'
import { Football } from './Football.tsx'
import { Gem } from './Gem.tsx'
import { Linear, Radial } from './gradients.tsx'
import { Wall } from './Pattern.tsx'

type Props = { className?: string }

function Banner({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 346 166"
      preserveAspectRatio="xMaxYMid slice"
      className={cx('size-full', className)}
    >
      {children}
    </svg>
  )
}

/** Yellow banner with a football before azulejos. */
export function FootballHero({ className }: Props) {
  const id = useId()
  return (
    <Banner className={className}>
      <defs>
        <Linear
          id={`${id}h`}
          to={[1, 1]}
          stops={[
            [0, '#FFDD7A'],
            [0.5, '#FFC52E'],
            [1, '#F59A0B'],
          ]}
        />
        <Radial
          id={`${id}g`}
          stops={[
            [0, '#FFF6D6', 0.9],
            [1, '#FFF6D6', 0],
          ]}
        />
      </defs>
      <rect width="346" height="166" fill={`url(#${id}h)`} />
      <g transform="translate(191 -1)" opacity=".9">
        <Wall seed={31} columns={3} rows={3} size={56} main="#E07C00" second="#2B1E63" />
      </g>
      <circle cx="266" cy="84" r="82" fill={`url(#${id}g)`} />
      <ellipse cx="268" cy="153" rx="56" ry="8" fill="#6B3600" opacity=".4" />
      <Football x={266} y={83} radius={62} />
    </Banner>
  )
}

/** Violet banner with steps of glass and a topaz on the highest one. */
export function StepsHero({ className }: Props) {
  const id = useId()
  return (
    <Banner className={className}>
      <defs>
        <Linear
          id={id}
          to={[1, 1]}
          stops={[
            [0, '#8A6BFF'],
            [1, '#2A1370'],
          ]}
        />
      </defs>
      <rect width="346" height="166" fill={`url(#${id})`} />
      <g opacity=".06">
        <Wall seed={7} columns={7} rows={4} size={50} main="#fff" />
      </g>
      {[0, 1, 2, 3, 4, 5].map((step) => (
        <rect
          key={step}
          x={130 + step * 34}
          y={134 - step * 16}
          width="32"
          height={40 + step * 16}
          rx="7"
          fill="#fff"
          opacity={0.1 + 0.05 * step}
        />
      ))}
      <Gem x={316} y={24} scale={0.56} kind="topaz" />
    </Banner>
  )
}

/** Green banner with a card of money under a lightning-quick PIX-like diamond of four tiles. */
export function PixHero({ className }: Props) {
  const id = useId()
  const leaf = 'M0-52C14-30 30-14 52 0 30 14 14 30 0 52-14 30-30 14-52 0-30-14-14-30 0-52Z'
  return (
    <Banner className={className}>
      <defs>
        <Linear
          id={`${id}h`}
          to={[1, 1]}
          stops={[
            [0, '#2BD9A0'],
            [0.6, '#0F8F73'],
            [1, '#064A43'],
          ]}
        />
        <Linear
          id={`${id}l`}
          to={[1, 1]}
          stops={[
            [0, '#fff'],
            [1, '#BDEFE0'],
          ]}
        />
        <Radial
          id={`${id}g`}
          stops={[
            [0, '#fff', 0.5],
            [1, '#fff', 0],
          ]}
        />
      </defs>
      <rect width="346" height="166" fill={`url(#${id}h)`} />
      <g opacity=".08">
        <Wall seed={19} columns={7} rows={4} size={50} main="#fff" />
      </g>
      <circle cx="276" cy="83" r="90" fill={`url(#${id}g)`} />
      <ellipse cx="278" cy="148" rx="48" ry="7" fill="#02231F" opacity=".45" />
      <g transform="translate(276 82) scale(.9)">
        <rect
          x="-62"
          y="-40"
          width="124"
          height="84"
          rx="16"
          fill="#04352F"
          opacity=".55"
          transform="rotate(-9)"
        />
        <rect x="-58" y="-40" width="116" height="78" rx="14" fill={`url(#${id}l)`} transform="rotate(-9)" />
        <g transform="rotate(-9)">
          <path d={leaf} transform="translate(-22 -2) scale(.5)" fill="#0F8F73" />
          <path d={leaf} transform="translate(-22 -2) scale(.22)" fill="#FFC52E" />
          <rect x="14" y="-18" width="30" height="7" rx="3.5" fill="#0F8F73" opacity=".55" />
          <rect x="14" y="-5" width="22" height="7" rx="3.5" fill="#0F8F73" opacity=".35" />
          <rect x="14" y="8" width="27" height="7" rx="3.5" fill="#0F8F73" opacity=".35" />
        </g>
      </g>
    </Banner>
  )
}

/** Violet banner with a fan of azulejo medallions, the avatars every player chooses from. */
export function MedalsHero({ className }: Props) {
  const id = useId()
  const medals = [
    { index: 4, at: 'translate(196 30) rotate(-14)', size: 56 },
    { index: 9, at: 'translate(262 4) rotate(8)', size: 64 },
    { index: 24, at: 'translate(214 92) rotate(6)', size: 60 },
    { index: 2, at: 'translate(284 78) rotate(-9)', size: 72 },
  ]
  return (
    <Banner className={className}>
      <defs>
        <Linear
          id={`${id}h`}
          to={[1, 1]}
          stops={[
            [0, '#7C5CFF'],
            [0.55, '#4B2BB8'],
            [1, '#1D0D57'],
          ]}
        />
        <Radial
          id={`${id}g`}
          stops={[
            [0, '#fff', 0.35],
            [1, '#fff', 0],
          ]}
        />
        <clipPath id={`${id}c`}>
          <rect width="40" height="40" rx="12" />
        </clipPath>
      </defs>
      <rect width="346" height="166" fill={`url(#${id}h)`} />
      <g opacity=".06">
        <Wall seed={11} columns={7} rows={4} size={50} main="#fff" />
      </g>
      <circle cx="272" cy="84" r="96" fill={`url(#${id}g)`} />
      {medals.map(({ index, at, size }) => (
        <g key={index} transform={`${at} scale(${size / 40})`}>
          <rect width="40" height="40" rx="12" y="2" fill="#0D0528" opacity=".35" />
          <g clipPath={`url(#${id}c)`}>
            <Medallion index={index} />
          </g>
        </g>
      ))}
    </Banner>
  )
}
