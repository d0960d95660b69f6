//! Arithmetic in Z/p^e.

/// The ring of integers modulo a prime power of at most 36.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ring {
    /// The prime.
    pub p: u8,
    /// The modulus, a power of `p`.
    pub q: u8,
}

impl Ring {
    /// Prime powers with the product `k`.
    pub(super) fn parts(k: u8) -> Vec<Self> {
        let (mut rest, mut p, mut parts) = (k, 2, Vec::new());
        while rest > 1 {
            let mut q = 1;
            while rest % p == 0 {
                rest /= p;
                q *= p;
            }
            if q > 1 {
                parts.push(Self { p, q });
            }
            p += 1;
        }
        parts
    }

    pub(super) fn reduce(self, number: i64) -> u8 {
        number.rem_euclid(i64::from(self.q)) as u8
    }

    pub(super) fn times(self, a: u8, b: u8) -> u8 {
        (u16::from(a) * u16::from(b) % u16::from(self.q)) as u8
    }

    pub(super) fn plus(self, a: u8, b: u8) -> u8 {
        ((u16::from(a) + u16::from(b)) % u16::from(self.q)) as u8
    }

    /// Additive inverse.
    pub(super) fn minus(self, a: u8) -> u8 {
        (self.q - a % self.q) % self.q
    }

    pub(super) fn is_unit(self, a: u8) -> bool {
        !a.is_multiple_of(self.p)
    }

    /// Multiplicative inverse of a unit; 1 for other numbers, which callers exclude.
    pub(super) fn inverse(self, unit: u8) -> u8 {
        let inverse = (1..self.q).find(|b| self.times(unit, *b) == 1);
        inverse.unwrap_or(1)
    }

    /// The largest power of `p` that divides `a`; `q` for 0.
    pub(super) fn content(self, a: u8) -> u8 {
        if a.is_multiple_of(self.q) {
            return self.q;
        }
        let mut content = 1;
        while a.is_multiple_of(content * self.p) {
            content *= self.p;
        }
        content
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_inverses() {
        let q = |k| Ring::parts(k).iter().map(|ring| ring.q).collect::<Vec<_>>();
        assert_eq!([q(12), q(36), q(35)], [[4, 3], [4, 9], [5, 7]]);
        assert_eq!(q(2), [2]);
        for k in 2..=36 {
            for ring in Ring::parts(k) {
                for a in 1..ring.q {
                    if ring.is_unit(a) {
                        assert_eq!(ring.times(a, ring.inverse(a)), 1);
                    }
                    assert_eq!(a % ring.content(a), 0);
                    assert_eq!(ring.plus(a, ring.minus(a)), 0);
                }
            }
        }
    }
}
