//! Evenly spaced positions along an axis, such as the middles of a board's columns, and their fit by least squares.

/// Positions of all indices, which need not be whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    /// Position of index 0.
    pub(crate) origin: f32,
    /// Distance from each index to the next.
    pub(crate) pitch: f32,
}

impl Axis {
    pub(crate) fn at(self, index: f32) -> f32 {
        self.origin + index * self.pitch
    }

    pub(crate) fn index(self, at: f32) -> f32 {
        (at - self.origin) / self.pitch
    }
}

/// Minimum sum of squared deviations of indices that are not all equal; less is a rounding error.
const MIN_SPREAD: f32 = 0.5;

/// Fits one axis to each list of (index, position) pairs, all with the same pitch; `None` if a list is empty or all
/// its indices are equal. A pitch `known` before counts like pairs whose indices have squared deviations from their
/// mean of `weight` in all; with weight 0 it is ignored.
pub(crate) fn fit<const N: usize>(
    axes: [&[(f32, f32)]; N],
    (known, weight): (f32, f32),
) -> Option<[Axis; N]> {
    let means = axes.map(|points| {
        let sums = points
            .iter()
            .fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
        (sums.0 / points.len() as f32, sums.1 / points.len() as f32)
    });
    // Sums over all axes: of index times position deviation, and of squared index deviations.
    let (mut product, mut spread) = (0.0, 0.0);
    for (points, (index, at)) in axes.iter().zip(means) {
        let deviations = points.iter().map(|(i, x)| (i - index, x - at));
        let sums = deviations.fold((0.0, 0.0), |s, (i, x)| (s.0 + i * x, s.1 + i * i));
        (product, spread) = (product + sums.0, spread + sums.1);
    }
    let pitch = (product + weight * known) / (spread + weight);
    let axis = |(index, at): (f32, f32)| Axis {
        origin: at - index * pitch,
        pitch,
    };
    let has_points = axes.iter().all(|points| !points.is_empty());
    (has_points && spread + weight >= MIN_SPREAD).then(|| means.map(axis))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_fitted_and_a_prior_decides_without_data() {
        let [own] = fit([&[(0.0, 3.0), (1.0, 13.5), (2.0, 22.5)]], (0.0, 0.0)).expect("is known");
        assert!((own.pitch - 9.75).abs() < 1e-4 && (own.origin - 3.25).abs() < 1e-4);
        let one: &[(f32, f32)] = &[(4.0, 30.0)];
        assert_eq!(fit([one], (0.0, 0.0)), None);
        assert_eq!(fit([one], (7.0, 1.0)).map(|[it]| it.pitch), Some(7.0));
        assert!(fit([&[]], (7.0, 1.0)).is_none());
    }
}
