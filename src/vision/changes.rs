//! Changes of colours from pixel to pixel, summed along columns and rows. Evenly spaced cells show in them as a period.

use image::RgbaImage;

use crate::place::ImageRect;

/// Sums of the changes from the column or row before; those of the first are 0.
pub(crate) struct ColourChanges {
    pub(crate) columns: Vec<u32>,
    pub(crate) rows: Vec<u32>,
}

impl ColourChanges {
    /// Sums the changes in a picture of this width, by the `difference` of two pixels.
    pub(crate) fn new<'p, P: 'p>(
        picture: impl Iterator<Item = &'p [P]>,
        width: usize,
        difference: impl Fn(&P, &P) -> u32,
    ) -> Self {
        let (mut columns, mut rows) = (vec![0; width], Vec::new());
        let mut above: Option<&[P]> = None;
        for row in picture {
            let pairs = columns.iter_mut().skip(1).zip(row.array_windows());
            pairs.for_each(|(sum, [left, right])| *sum += difference(left, right));
            let pairs = above.into_iter().flatten().zip(row);
            rows.push(pairs.map(|(upper, lower)| difference(upper, lower)).sum());
            above = Some(row);
        }
        Self { columns, rows }
    }

    /// Mean changes by column and by row.
    pub(crate) fn means(self) -> (Vec<f32>, Vec<f32>) {
        let counts = (
            self.rows.len().max(1) as f32,
            self.columns.len().max(1) as f32,
        );
        let columns = self.columns.into_iter().map(|sum| sum as f32 / counts.0);
        let rows = self.rows.into_iter().map(|sum| sum as f32 / counts.1);
        (columns.collect(), rows.collect())
    }

    /// Sums the greatest channel differences, each at most `limit`, in a rectangle; parts outside the image are left out.
    pub(crate) fn of_image(image: &RgbaImage, rect: ImageRect, limit: u8) -> Self {
        let edge = |at: f32, most: u32| (at.max(0.0) as u32).min(most) as usize;
        let range = |from, length, most| edge(from, most)..edge(from + length, most);
        let columns = range(rect.x, rect.width, image.width());
        let rows = range(rect.y, rect.height, image.height());
        let (pixels, _) = image.as_raw().as_chunks::<4>();
        let row = |row: usize| &pixels[row * image.width() as usize..][columns.clone()];
        Self::new(
            rows.map(row),
            columns.len(),
            |[a, b, c, _], [x, y, z, _]| {
                let greatest = a.abs_diff(*x).max(b.abs_diff(*y)).max(c.abs_diff(*z));
                u32::from(greatest.min(limit))
            },
        )
    }
}
