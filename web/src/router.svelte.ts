/** Where one is: the address, kept by the browser's own history. Links are links; this only spares the reload. */

interface Place {
  path: string;
  query: string;
}

const here = (): Place => ({ path: location.pathname, query: location.search });

const place: Place = $state(here());

export const route = {
  get path(): string {
    return place.path;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(place.query);
  },
};

const arrive = (): void => void Object.assign(place, here());

/** Goes to an address of this page. With `replace` the one before is forgotten: for filters, which are no journey. */
export function go(address: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"]({}, "", address);
  arrive();
}

/** The part of the path after the prefix, or nothing where it is another path: `/cards/Mystic` after `/cards/`. */
export function after(prefix: string, path: string = place.path): string | undefined {
  return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : undefined;
}

/** Begins to follow links and the browser's buttons. */
export function startRouter(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest("a");
    const elsewhere = !link || link.origin !== location.origin || link.target || link.hasAttribute("download");
    if (
      elsewhere ||
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
