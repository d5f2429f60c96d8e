type Props = {
  /** The price as text; and the price before a discount. */
  price: string
  was?: string | undefined
  /** The gift as text; absent without one. */
  gift?: string | undefined
}

/** A top-up package: price, price before a discount, and gift. */
export function PackageFace({ price, was, gift }: Props) {
  return (
    <>
      <span className="text-16 font-700 tracking-tight whitespace-nowrap">{price}</span>
      {was !== undefined && <s className="text-11 text-text-3">{was}</s>}
      {gift !== undefined && <span className="text-11 font-600 text-balance text-win">{gift}</span>}
    </>
  )
}
