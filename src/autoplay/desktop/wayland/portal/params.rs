//! Parameters of a stream: formats, buffers and metadata.

use std::io::Cursor;

use pipewire as pw;
use pw::spa;
use pw::spa::param::ParamType;
use pw::spa::param::format::{FormatProperties, MediaSubtype, MediaType};
use pw::spa::param::video::VideoFormat;
use pw::spa::pod::serialize::PodSerializer;
use pw::spa::pod::{ChoiceValue, Object, Pod, Property, Value, object, property};
use pw::spa::utils::{Choice, ChoiceEnum, ChoiceFlags, Fraction, Rectangle, SpaTypes};

pub(super) fn bytes(object: Object) -> Vec<u8> {
    let written = PodSerializer::serialize(Cursor::new(Vec::new()), &Value::Object(object));
    // Writing into memory does not fail.
    written
        .map(|(cursor, _)| cursor.into_inner())
        .unwrap_or_default()
}

pub(super) fn pod(bytes: &[u8]) -> Result<&Pod, pw::Error> {
    Pod::from_bytes(bytes).ok_or(pw::Error::CreationFailed)
}

/// Supported formats: four bytes per pixel. Those with alpha come first, as alpha separates a window from its shadow.
pub(super) fn formats() -> Object {
    let rectangle = |width, height| Rectangle { width, height };
    object!(
        SpaTypes::ObjectParamFormat,
        ParamType::EnumFormat,
        property!(FormatProperties::MediaType, Id, MediaType::Video),
        property!(FormatProperties::MediaSubtype, Id, MediaSubtype::Raw),
        property!(
            FormatProperties::VideoFormat,
            Choice,
            Enum,
            Id,
            VideoFormat::BGRA,
            VideoFormat::BGRA,
            VideoFormat::RGBA,
            VideoFormat::BGRx,
            VideoFormat::RGBx,
        ),
        property!(
            FormatProperties::VideoSize,
            Choice,
            Range,
            Rectangle,
            rectangle(1280, 800),
            rectangle(1, 1),
            rectangle(16384, 16384)
        ),
        property!(
            FormatProperties::VideoFramerate,
            Choice,
            Range,
            Fraction,
            Fraction { num: 60, denom: 1 },
            Fraction { num: 0, denom: 1 },
            Fraction { num: 240, denom: 1 }
        ),
    )
}

/// Requires buffers in memory, not on a graphics card.
pub(super) fn buffers() -> Object {
    let kinds = 1 << spa::sys::SPA_DATA_MemPtr | 1 << spa::sys::SPA_DATA_MemFd;
    let kinds = ChoiceEnum::Flags {
        default: kinds,
        flags: vec![kinds],
    };
    let kinds = Value::Choice(ChoiceValue::Int(Choice(ChoiceFlags::empty(), kinds)));
    object!(
        SpaTypes::ObjectParamBuffers,
        ParamType::Buffers,
        Property::new(spa::sys::SPA_PARAM_BUFFERS_dataType, kinds),
    )
}

fn meta(kind: u32, size: Value) -> Object {
    let kind = Value::Id(spa::utils::Id(kind));
    object!(
        SpaTypes::ObjectParamMeta,
        ParamType::Meta,
        Property::new(spa::sys::SPA_PARAM_META_type, kind),
        Property::new(spa::sys::SPA_PARAM_META_size, size),
    )
}

/// Requests the crop rectangle of the window.
pub(super) fn crop() -> Object {
    let size = size_of::<spa::sys::spa_meta_region>();
    meta(spa::sys::SPA_META_VideoCrop, Value::Int(size as i32))
}

/// Requests the pointer's position. The cursor image comes with it; the desktop chooses its size.
pub(super) fn cursor() -> Object {
    let size = |side: usize| {
        let head = size_of::<spa::sys::spa_meta_cursor>() + size_of::<spa::sys::spa_meta_bitmap>();
        (head + side * side * 4) as i32
    };
    let range = ChoiceEnum::Range {
        default: size(64),
        min: size(1),
        max: size(1024),
    };
    let size = Value::Choice(ChoiceValue::Int(Choice(ChoiceFlags::empty(), range)));
    meta(spa::sys::SPA_META_Cursor, size)
}
