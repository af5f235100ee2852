import type { ComponentChildren } from 'preact';

/** What may be wider than the page: it scrolls by itself, and can be reached by keyboard. */
export function Scroll({
  labelledBy,
  children,
}: {
  readonly labelledBy: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, nobody without a mouse could scroll
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark
    <div class="scroll" role="group" tabIndex={0} aria-labelledby={labelledBy}>
      {children}
    </div>
  );
}

/** Text as it came, line by line; it scrolls where it is long. */
export function Pre({ children }: { readonly children: ComponentChildren }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, nobody without a mouse could scroll
  return <pre tabIndex={0}>{children}</pre>;
}
