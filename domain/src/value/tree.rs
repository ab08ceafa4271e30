//! Trees of master data: nothing stands below itself, and no tree is deeper than allowed.

use std::collections::BTreeMap;

use crate::value::limits;
use crate::value::rejection::{Code, Fault};

/// The fault of a place in a tree, given the parent of everything else in it. `what` is the noun of the message: "a
/// warehouse".
pub(crate) fn check_parent<I: Copy + Ord + ToString>(
    parents: &BTreeMap<I, Option<I>>,
    id: I,
    parent: I,
    what: &str,
) -> Option<Fault> {
    if parent != id && !parents.contains_key(&parent) {
        let message = format!("there is no record with the id {} here", parent.to_string());
        return Some(Fault::new("/parentId", Code::UnknownReference, message));
    }
    let mut above = 0;
    let mut next = Some(parent);
    while let Some(here) = next {
        above += 1;
        if here == id || above > parents.len() {
            let message = format!("{what} cannot be below itself: choose a parent outside its own tree");
            return Some(Fault::new("/parentId", Code::ParentCycle, message));
        }
        next = parents.get(&here).copied().flatten();
    }
    let depth = above + height(parents, id);
    (depth > limits::TREE_DEPTH).then(|| {
        let message = format!("the tree would have {depth} levels: at most {} are allowed", limits::TREE_DEPTH);
        Fault::new("/parentId", Code::ParentTooDeep, message)
    })
}

/// Levels of the tree under a node, itself included.
fn height<I: Copy + Ord>(parents: &BTreeMap<I, Option<I>>, id: I) -> usize {
    let mut level = vec![id];
    let mut height = 0;
    // The bound holds for stored trees, which have no cycles; it keeps damage from looping.
    while !level.is_empty() && height <= limits::TREE_DEPTH {
        height += 1;
        let below = parents.iter().filter(|(_, parent)| parent.is_some_and(|parent| level.contains(&parent)));
        level = below.map(|(child, _)| *child).collect();
    }
    height
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_tree_is_known_outside_of_the_own_branch_and_not_too_deep() {
        let mut parents: BTreeMap<u8, Option<u8>> = (2..=8).map(|number| (number, Some(number - 1))).collect();
        parents.insert(1, None);
        parents.insert(20, None);
        let told = |id, parent| {
            let others = parents.iter().filter(|(other, _)| **other != id).map(|(id, parent)| (*id, *parent)).collect();
            check_parent(&others, id, parent, "a leaf").map(|fault| fault.code)
        };
        assert_eq!(told(20, 7), None);
        assert_eq!(told(20, 8), Some(Code::ParentTooDeep));
        assert_eq!(told(1, 20), Some(Code::ParentTooDeep));
        assert_eq!(told(1, 5), Some(Code::ParentCycle));
        assert_eq!(told(20, 20), Some(Code::ParentCycle));
        assert_eq!(told(20, 99), Some(Code::UnknownReference));
    }
}
