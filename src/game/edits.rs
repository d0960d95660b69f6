//! Minimal edits that turn one list into another.

/// Edit of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit<T> {
    /// Removes the element at this index.
    Remove(usize),
    /// Inserts an element before this index.
    Insert(usize, T),
}

impl<T> Edit<T> {
    pub fn apply(self, list: &mut Vec<T>) {
        match self {
            Self::Remove(at) if at < list.len() => drop(list.remove(at)),
            Self::Remove(_) => {}
            Self::Insert(at, thing) => list.insert(at.min(list.len()), thing),
        }
    }
}

/// Returns the fewest edits that turn `from` into `to`. Removals come first, so no list on the way exceeds both.
pub fn edits<T: Copy + PartialEq>(from: &[T], to: &[T]) -> Vec<Edit<T>> {
    // Lengths of the longest common subsequences of all pairs of suffixes.
    let mut common = vec![vec![0_usize; to.len() + 1]; from.len() + 1];
    for i in (0..from.len()).rev() {
        for j in (0..to.len()).rev() {
            common[i][j] = if from[i] == to[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut removed, mut inserted) = (Vec::new(), Vec::new());
    while i < from.len() || j < to.len() {
        if i < from.len() && j < to.len() && from[i] == to[j] {
            (i, j) = (i + 1, j + 1);
        } else if j < to.len() && (i == from.len() || common[i][j + 1] >= common[i + 1][j]) {
            inserted.push(Edit::Insert(j, to[j]));
            j += 1;
        } else {
            removed.push(Edit::Remove(i));
            i += 1;
        }
    }
    // In descending order, so that no removal shifts another.
    removed.reverse();
    removed.into_iter().chain(inserted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists() -> Vec<Vec<char>> {
        let mut all = vec![vec![]];
        for length in 0..4 {
            for bits in 0..1 << length {
                let letter = |bit: i32| if bits >> bit & 1 == 1 { 'a' } else { 'b' };
                all.push((0..length).map(letter).collect());
            }
        }
        all
    }

    #[test]
    fn edits_lead_from_any_list_to_any_other_with_room_at_each_step() {
        for from in lists() {
            for to in lists() {
                let mut list = from.clone();
                let all = edits(&from, &to);
                assert!(all.len() <= from.len() + to.len());
                for edit in all {
                    edit.apply(&mut list);
                    assert!(list.len() <= from.len().max(to.len()));
                }
                assert_eq!(list, to);
            }
        }
    }

    #[test]
    fn common_elements_stay() {
        let list = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(edits(&list("FFJ"), &list("FJ")).len(), 1);
        assert_eq!(edits(&list("FFJ"), &list("FJ1")).len(), 2);
        assert_eq!(edits(&list("FJ"), &list("FJX")), [Edit::Insert(2, 'X')]);
        assert_eq!(edits(&list("FJ"), &list("FJ")), []);
    }
}
