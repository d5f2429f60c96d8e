type Props = {
  /** What is paid, as text; and what it was before a discount. */
  price: string
  was?: string | undefined
  /** What comes with it, as text; nothing where nothing does. */
  gift?: string | undefined
}

/** What a package of the top-up says: what is paid, what it was before a discount, and the gift that comes with it. */
export function PackageFace({ price, was, gift }: Props) {
  return (
    <>
      <span className="text-16 font-700 tracking-tight whitespace-nowrap">{price}</span>
      {was !== undefined && <s className="text-11 text-text-3">{was}</s>}
      {gift !== undefined && <span className="text-11 font-600 text-balance text-win">{gift}</span>}
    </>
  )
}
