/** The mark of the product; its colours belong to the mark, not to the theme. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return <img src="/icon.svg" width={size} height={size} alt="" />;
}
