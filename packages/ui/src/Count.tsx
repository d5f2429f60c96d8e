/** How many items a title counts; visual only. */
export function Count({ of }: { of: number }) {
  return (
    <span
      aria-hidden="true"
      className="ms-8 inline-grid h-24 narrow:hidden roomy:hidden min-w-24 place-items-center rounded-8 bg-brand px-6 align-middle text-13 font-800 tracking-normal text-on-brand"
    >
      {of}
    </span>
  )
}
