import { useLoading } from '../shared/loading.ts'

/** A thin line below the top bar during a call and 600 ms after. Its fade-in hides quick calls. */
export function LoadingBar() {
  const visible = useLoading((state) => state.visible)
  return (
    <div
      aria-hidden="true"
      data-visible={visible || undefined}
      className="loading-bar frame-fixed top-54 z-31 h-2 overflow-hidden opacity-0 transition-opacity duration-(--dur-2) data-visible:opacity-100"
    />
  )
}
