// Records that lie below one another, as the rows of a list.

/** A record in its place: how deep it lies, and whether what is below it is shown (undefined: nothing is). */
export interface Branch<Node> {
  node: Node;
  /** From 1. */
  level: number;
  opened: boolean | undefined;
}

/** How records lie below one another. */
export interface Shape<Node> {
  id: (node: Node) => string;
  parent: (node: Node) => string | null;
  /** Whether what is below it is shown. */
  isOpen: (node: Node, level: number) => boolean;
  /** With it, only these and what they lie below, all of it opened. */
  fits?: ((node: Node) => boolean) | undefined;
}

/** The rows to show, in the order of the nodes. A node whose parent is not among them lies at the top. */
export function branches<Node>(nodes: readonly Node[], shape: Shape<Node>): Branch<Node>[] {
  const known = new Map(nodes.map((node) => [shape.id(node), node]));
  const below = new Map<string, Node[]>();
  for (const node of nodes) {
    const parent = shape.parent(node);
    const under = parent !== null && known.has(parent) ? parent : "";
    const siblings = below.get(under);
    if (siblings) siblings.push(node);
    else below.set(under, [node]);
  }
  const wanted = shape.fits && withParents(nodes.filter(shape.fits), known, shape);
  const rows: Branch<Node>[] = [];
  const add = (under: string, level: number): void => {
    for (const node of below.get(under) ?? []) {
      const id = shape.id(node);
      if (wanted && !wanted.has(id)) continue;
      const hasMore = (below.get(id) ?? []).some((child) => !wanted || wanted.has(shape.id(child)));
      const opened = hasMore ? Boolean(wanted) || shape.isOpen(node, level) : undefined;
      rows.push({ node, level, opened });
      if (opened) add(id, level + 1);
    }
  };
  add("", 1);
  return rows;
}

function withParents<Node>(found: readonly Node[], known: ReadonlyMap<string, Node>, shape: Shape<Node>): Set<string> {
  const wanted = new Set<string>();
  for (const one of found) {
    let node: Node | undefined = one;
    while (node !== undefined && !wanted.has(shape.id(node))) {
      wanted.add(shape.id(node));
      node = known.get(shape.parent(node) ?? "");
    }
  }
  return wanted;
}
