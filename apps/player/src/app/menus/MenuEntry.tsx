import { type Glyph, Icon } from '@palpite/ui'

type Props = { icon: Glyph; label: string; note?: string | undefined; current?: boolean; onPress: () => void }

/** One line of a menu. */
export function MenuEntry({ icon, label, note, current, onPress }: Props) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-current={current ? 'page' : undefined}
      className="flex finger-48 w-full cursor-pointer items-center gap-12 rounded-14 px-12 text-start text-14 font-600 hover:bg-surface-2 active:bg-surface-3 aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-text"
    >
      <Icon name={icon} className="size-24 text-brand-text" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-12">
        {label}
        {note !== undefined && <span className="text-12 font-500 text-text-2 roomy:sr-only">{note}</span>}
      </span>
      <Icon name="caret-right-bold" className="size-14 text-text-3" />
    </button>
  )
}
