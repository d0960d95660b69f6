//! Least-squares fit of evenly spaced positions.

#[derive(Clone, Copy)]
pub(crate) struct AxisFit {
    /// Mean of the indices, and of the positions.
    index: f32,
    at: f32,
    /// Sum of the products of both deviations.
    product: f32,
    /// Sum of the squared deviations of the indices.
    pub(crate) spread: f32,
}

impl AxisFit {
    /// Axis of (index, position) pairs; `None` if there are none. An index need not be a whole number.
    pub(crate) fn new(points: impl Iterator<Item = (f32, f32)> + Clone) -> Option<Self> {
        let count = points.clone().count() as f32;
        let all = points.clone();
        let sums = all.fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
        let (index, at) = (sums.0 / count, sums.1 / count);
        let deviations = points.map(|(i, x)| (i - index, x - at));
        let (product, spread) = deviations.fold((0.0, 0.0), |s, (i, x)| (s.0 + i * x, s.1 + i * i));
        (count > 0.0).then_some(Self {
            index,
            at,
            product,
            spread,
        })
    }

    /// Position of index 0.
    pub(crate) fn origin(&self, pitch: f32) -> f32 {
        self.at - self.index * pitch
    }
}

/// Common distance of successive indices on several axes, with a prior for it and its weight in squared index units.
/// `None` if undetermined.
pub(crate) fn pitch(axes: &[AxisFit], (known, weight): (f32, f32)) -> Option<f32> {
    let product: f32 = axes.iter().map(|axis| axis.product).sum();
    let spread: f32 = axes.iter().map(|axis| axis.spread).sum();
    (spread + weight > 0.0).then(|| (product + weight * known) / (spread + weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lattice_is_fitted_and_a_prior_decides_without_data() {
        let axis = AxisFit::new([(0.0, 3.0), (1.0, 13.5), (2.0, 22.5)].into_iter());
        let axis = axis.expect("has points");
        let own = pitch(&[axis], (0.0, 0.0)).expect("is known");
        assert!((own - 9.75).abs() < 1e-4 && (axis.origin(own) - 3.25).abs() < 1e-4);
        let one = AxisFit::new(std::iter::once((4.0, 30.0))).expect("has a point");
        assert_eq!(pitch(&[one], (0.0, 0.0)), None);
        assert_eq!(pitch(&[one], (7.0, 1.0)), Some(7.0));
        assert!(AxisFit::new(std::iter::empty::<(f32, f32)>()).is_none());
    }
}
