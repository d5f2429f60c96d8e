type Props = {
  /** The measured quantity in words: "faltam R$ 37,60". */
  label: string
  /** Between 0 and 1, clamped. The default is 10 of 110. */
  share?: number
}

const untold = 10 / 110

/** A bar that fills with the brand line. */
export function Progress({ label, share = untold }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-8 overflow-hidden rounded-full bg-surface-3"
    >
      <div
        className="h-full rounded-full bg-brand-line transition-[width] duration-(--dur-5) ease-out"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
