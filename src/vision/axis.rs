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

/// Pitch that is known before the fit.
#[derive(Clone, Copy)]
pub(crate) struct PitchPrior {
    pub(crate) pitch: f32,
    /// The pitch counts like pairs whose indices have squared deviations from their mean of this in all.
    pub(crate) weight: f32,
}

impl PitchPrior {
    pub(crate) const NONE: Self = Self {
        pitch: 0.0,
        weight: 0.0,
    };
}

/// Fits one axis to each list of (index, position) pairs, all with the same pitch. `None` if a list is empty, or if the
/// indices of each list are equal and there is no prior.
pub(crate) fn fit<const N: usize>(
    axes: [&[(f32, f32)]; N],
    prior: PitchPrior,
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
    let weight = prior.weight;
    let pitch = (product + weight * prior.pitch) / (spread + weight);
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
        let none = PitchPrior::NONE;
        let [own] = fit([&[(0.0, 3.0), (1.0, 13.5), (2.0, 22.5)]], none).expect("is known");
        assert!((own.pitch - 9.75).abs() < 1e-4 && (own.origin - 3.25).abs() < 1e-4);
        let one: &[(f32, f32)] = &[(4.0, 30.0)];
        assert_eq!(fit([one], none), None);
        let (pitch, weight) = (7.0, 1.0);
        let prior = PitchPrior { pitch, weight };
        assert_eq!(fit([one], prior).map(|[it]| it.pitch), Some(7.0));
        assert!(fit([&[]], prior).is_none());
    }
}
