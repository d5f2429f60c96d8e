import { Icon } from '@palpite/ui'

type Props = { label: string; names: readonly string[]; at: number }

/** The current position in a short series of steps. */
export function Steps({ label, names, at }: Props) {
  return (
    <ol aria-label={label} className="flex gap-8">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          data-done={index < at || undefined}
          className="group grid flex-1 gap-6 text-12 font-600 text-text-3 aria-[current=step]:text-text data-done:text-text-2"
        >
          <span className="h-4 rounded-full bg-surface-3 group-aria-[current=step]:bg-brand-line group-data-done:bg-brand-line" />
          <span className="flex items-center gap-4">
            {index < at && <Icon name="check-bold" className="size-12 text-win" />}
            {name}
          </span>
        </li>
      ))}
    </ol>
  )
}
