/** The subject of a mark. Each is our own drawing, nobody's logo. */
type PartnerKind = 'bank' | 'shield' | 'leaf' | 'pulse' | 'seal'

const paths: Readonly<Record<PartnerKind, string>> = {
  bank: 'M3 9 12 3.5 21 9M4.5 9v9M9.5 9v9M14.5 9v9M19.5 9v9M3 20.5h18',
  shield: 'M12 3 4.5 6v5.5c0 4.6 3 7.8 7.5 9.5 4.5-1.7 7.5-4.9 7.5-9.500V6zM8.5 12l2.5 2.5 4.5-5',
  leaf: 'M5 19c0-8 5-13 14.5-14C20 14 15.5 19.5 8.5 19M5 21c1-5 4-8.5 8.5-10.5',
  pulse: 'M3 12h4l2.5-6.5 5 13L17 12h4',
  seal: 'M12 3.500a6 6 0 1 1 0 12 6 6 0 0 1 0-12ZM8.5 14.5 7 21l5-2.5 5 2.5-1.5-6.500M9.8 9.500l1.6 1.7 3-3.4',
}

/** A mark of the footer: a partner or a licence. */
export function PartnerMark({ kind, className }: { kind: PartnerKind; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[kind]} />
    </svg>
  )
}
