//! From pixels to boards: locate, classify, confidence; screen profiles as data.
