//! Draws egui's output on the CPU, so that pictures of the workbench are identical on every
//! machine.
//!
//! Follows egui's shaders: vertices snap to 1/256 pixel; a pixel belongs to the triangle that
//! contains its centre (edges by the top-left rule of Direct3D and Vulkan); colours are blended
//! premultiplied and in gamma space.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, ImageData, Pos2, Rect, TextureFilter, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::{Rgba, RgbaImage};

/// Vertex positions per pixel.
const STEPS: f32 = 256.0;

struct Texture {
    image: ColorImage,
    filter: TextureFilter,
}

/// A renderer and its textures.
#[derive(Default)]
pub struct SoftwareRenderer {
    textures: HashMap<TextureId, Texture>,
}

impl TestRenderer for SoftwareRenderer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = change.image;
                match (change.pos, self.textures.get_mut(&id)) {
                    (Some(at), Some(texture)) => patch(&mut texture.image, &image, at),
                    _ => {
                        let texture = Texture {
                            image: image.as_ref().clone(),
                            filter: change.options.magnification,
                        };
                        self.textures.insert(id, texture);
                    }
                }
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * scale;
        let mut picture = RgbaImage::new(size.x.round() as u32, size.y.round() as u32);
        for ClippedPrimitive {
            clip_rect,
            primitive,
        } in ctx.tessellate(output.shapes.clone(), scale)
        {
            let Primitive::Mesh(mesh) = primitive else {
                return Err("callbacks to a graphics card are not drawn".to_owned());
            };
            self.paint(&mut picture, &mesh, clip_rect, scale)?;
        }
        Ok(picture)
    }
}

impl SoftwareRenderer {
    fn paint(
        &self,
        picture: &mut RgbaImage,
        mesh: &Mesh,
        clip: Rect,
        scale: f32,
    ) -> Result<(), String> {
        let texture = self
            .textures
            .get(&mesh.texture_id)
            .ok_or_else(|| format!("there is no texture {:?}", mesh.texture_id))?;
        let clip = Clip::new(clip, scale, picture.dimensions());
        for indices in mesh.indices.as_chunks::<3>().0 {
            let corners = indices.map(|index| mesh.vertices[index as usize]);
            triangle(picture, texture, &corners, clip, scale);
        }
        Ok(())
    }
}

/// The pixels that may be drawn: from the first coordinates (inclusive) to the second (exclusive).
#[derive(Clone, Copy)]
struct Clip {
    min: [i64; 2],
    max: [i64; 2],
}

impl Clip {
    fn new(rect: Rect, scale: f32, (width, height): (u32, u32)) -> Self {
        let place = |at: f32, most: u32| ((at * scale).round() as i64).clamp(0, i64::from(most));
        Self {
            min: [place(rect.min.x, width), place(rect.min.y, height)],
            max: [place(rect.max.x, width), place(rect.max.y, height)],
        }
    }
}

fn triangle(
    picture: &mut RgbaImage,
    texture: &Texture,
    corners: &[Vertex; 3],
    clip: Clip,
    scale: f32,
) {
    let step = |at: f32| (at * scale * STEPS).round() as i64;
    let place = |vertex: &Vertex| [step(vertex.pos.x), step(vertex.pos.y)];
    let [a, mut b, mut c] = [&corners[0], &corners[1], &corners[2]];
    let mut area = side(place(a), place(b), place(c));
    if area < 0 {
        std::mem::swap(&mut b, &mut c);
        area = -area;
    }
    if area == 0 {
        return;
    }
    let places = [place(a), place(b), place(c)];
    // Most triangles have a single colour.
    let plain = (a.uv == b.uv && a.uv == c.uv && a.color == b.color && a.color == c.color)
        .then(|| tint(&rgba(a.color), &texture.at(a.uv)));
    let one = STEPS as i64;
    let span = |axis: usize| {
        let all = places.map(|place| place[axis]);
        let low = all.iter().min().map_or(0, |low| low.div_euclid(one));
        let high = all.iter().max().map_or(0, |high| high.div_euclid(one) + 1);
        low.max(clip.min[axis])..high.min(clip.max[axis])
    };
    for y in span(1) {
        for x in span(0) {
            let middle = [x * one + one / 2, y * one + one / 2];
            // Each edge gives the weight of the opposite corner.
            let edges = [(1, 2), (2, 0), (0, 1)];
            let weights = edges.map(|(from, to)| side(places[from], places[to], middle));
            let inside = |(weight, (from, to)): (&i64, &(usize, usize))| {
                *weight > 0 || (*weight == 0 && top_or_left(places[*from], places[*to]))
            };
            if !weights.iter().zip(&edges).all(inside) {
                continue;
            }
            let over = plain.unwrap_or_else(|| {
                let share = weights.map(|weight| weight as f32 / area as f32);
                let mix = |a: f32, b: f32, c: f32| a * share[0] + b * share[1] + c * share[2];
                let uv = Pos2::new(mix(a.uv.x, b.uv.x, c.uv.x), mix(a.uv.y, b.uv.y, c.uv.y));
                let inks = [rgba(a.color), rgba(b.color), rgba(c.color)];
                let ink = [0, 1, 2, 3].map(|i| mix(inks[0][i], inks[1][i], inks[2][i]));
                tint(&ink, &texture.at(uv))
            });
            blend(picture.get_pixel_mut(x as u32, y as u32), &over);
        }
    }
}

/// Twice the area of a triangle; positive if it is clockwise on screen.
fn side(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether a clockwise triangle owns the pixels on this edge.
fn top_or_left(from: [i64; 2], to: [i64; 2]) -> bool {
    to[1] < from[1] || (to[1] == from[1] && to[0] > from[0])
}

impl Texture {
    /// The colour at a place from (0, 0) to (1, 1), each channel from 0 to 255.
    fn at(&self, uv: Pos2) -> [f32; 4] {
        let [width, height] = self.image.size;
        let pixel = |x: f32, y: f32| {
            let at = |at: f32, size: usize| (at.max(0.0) as usize).min(size - 1);
            rgba(self.image.pixels[at(y, height) * width + at(x, width)])
        };
        let (x, y) = (uv.x * width as f32, uv.y * height as f32);
        if self.filter == TextureFilter::Nearest {
            return pixel(x, y);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let mix = |a: &[f32; 4], b: &[f32; 4], share: f32| {
            [0, 1, 2, 3].map(|i| a[i] + (b[i] - a[i]) * share)
        };
        let row = |y: f32| mix(&pixel(left, y), &pixel(left + 1.0, y), x - left);
        mix(&row(top), &row(top + 1.0), y - top)
    }
}

/// Replaces a part of a texture.
fn patch(texture: &mut ColorImage, image: &ColorImage, [left, top]: [usize; 2]) {
    for y in 0..image.height() {
        for x in 0..image.width() {
            texture[(left + x, top + y)] = image[(x, y)];
        }
    }
}

fn rgba(color: Color32) -> [f32; 4] {
    color.to_array().map(f32::from)
}

fn tint(ink: &[f32; 4], texture: &[f32; 4]) -> [f32; 4] {
    [0, 1, 2, 3].map(|i| ink[i] * texture[i] / 255.0)
}

fn blend(under: &mut Rgba<u8>, over: &[f32; 4]) {
    let rest = 1.0 - over[3] / 255.0;
    for (under, over) in under.0.iter_mut().zip(over) {
        *under = (over + f32::from(*under) * rest).round() as u8;
    }
}
