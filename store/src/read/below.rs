//! Everything below rows of a tree: bins of zones, categories of categories.

use std::collections::BTreeSet;

/// The named rows, with everything below them in their tree.
pub(super) fn with_all_below<I: Copy + Ord>(
    mut named: BTreeSet<I>,
    parents: impl Iterator<Item = (I, Option<I>)> + Clone,
) -> BTreeSet<I> {
    loop {
        let is_below = |(_, parent): &(I, Option<I>)| parent.is_some_and(|parent| named.contains(&parent));
        let below: BTreeSet<I> = parents.clone().filter(is_below).map(|(id, _)| id).collect();
        if below.is_subset(&named) {
            return named;
        }
        named.extend(below);
    }
}
