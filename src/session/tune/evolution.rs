//! The generations of a tuning run.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::game::LevelRef;

use super::genes::{self, Gene, Setting};
use super::score::{Bench, NoScore, Score};
use super::{Candidate, Generation, Options, TuneEnd, TuneError, Tuning};

/// The best settings of a generation, which survive unchanged.
const ELITE: usize = 2;
/// Settings that compete to become a parent.
const TOURNAMENT: usize = 3;
/// Attempts to make a child that was not tried before.
const TRIES: usize = 50;

pub(super) struct Evolution<'a, F> {
    pub bench: Bench<'a>,
    pub boards: Vec<LevelRef>,
    pub genes: Vec<Gene>,
    pub rng: Rng,
    /// Score of every setting tried.
    pub scores: BTreeMap<Setting, Score>,
    pub generations: Vec<Generation>,
    /// Called after each generation.
    pub told: F,
}

impl<F: FnMut(&Generation)> Evolution<'_, F> {
    /// Returns the defaults, the best setting, and how the run ended.
    pub fn run(&mut self, tuning: &Tuning) -> Result<(Candidate, Candidate, TuneEnd), TuneError> {
        let usual = genes::usual(&self.genes);
        let size = tuning.population.max(ELITE);
        let mut population = vec![usual.clone()];
        self.fill(&mut population, size, genes::drawn);
        let mut end = TuneEnd::Done;
        for number in 0..=tuning.generations {
            match self.score(&population) {
                Ok(()) => {}
                Err(NoScore::Refused(reason)) => return Err(TuneError::Refused(reason)),
                Err(NoScore::Stopped) => {
                    end = TuneEnd::Interrupted;
                    break;
                }
            }
            // A stable sort: among equals, the older setting stays in front.
            population.sort_by_key(|setting| self.scores[setting]);
            self.tell(number, &population);
            if self.scores.len() as u64 >= genes::count(&self.genes) {
                end = TuneEnd::AllTried;
                break;
            }
            let parents = population.clone();
            population.truncate(ELITE);
            self.fill(&mut population, size, |genes, rng| {
                let mut parent = || {
                    let rivals = (0..TOURNAMENT).map(|_| rng.usize(0..parents.len()));
                    // Sorted best first, so the smallest index wins.
                    &parents[rivals.min().unwrap_or(0)]
                };
                let (a, b) = (parent(), parent());
                genes::child(genes, a, b, rng)
            });
        }
        let Some(defaults) = self.scores.get(&usual) else {
            return Err(TuneError::Stopped);
        };
        let defaults = Candidate {
            options: genes::options(&self.genes, &usual),
            score: *defaults,
        };
        let best = self.generations.last().map(|last| last.best.clone());
        Ok((defaults.clone(), best.unwrap_or(defaults), end))
    }

    /// Fills the population with untried settings; fewer than `size` if hardly any are left.
    fn fill(
        &mut self,
        population: &mut Vec<Setting>,
        size: usize,
        make: impl Fn(&[Gene], &mut Rng) -> Setting,
    ) {
        while population.len() < size {
            let made = (0..TRIES).map(|_| make(&self.genes, &mut self.rng));
            let is_new =
                |new: &Setting| !self.scores.contains_key(new) && !population.contains(new);
            let Some(new) = made.into_iter().find(is_new) else {
                break;
            };
            population.push(new);
        }
    }

    /// Scores the settings that have no score yet.
    fn score(&mut self, population: &[Setting]) -> Result<(), NoScore> {
        let new: Vec<&Setting> = population
            .iter()
            .filter(|setting| !self.scores.contains_key(*setting))
            .collect();
        let options: Vec<Options> = new
            .iter()
            .map(|setting| genes::options(&self.genes, setting))
            .collect();
        // The very first setting is the defaults, which the solver must accept.
        let scores = self
            .bench
            .scores(&options, &self.boards, self.scores.is_empty())?;
        for (setting, score) in new.into_iter().zip(scores) {
            self.scores.insert(setting.clone(), score);
        }
        Ok(())
    }

    /// Reports a sorted population.
    fn tell(&mut self, number: usize, population: &[Setting]) {
        let score = |setting: &Setting| self.scores[setting];
        let work = |setting: &Setting| score(setting).work(self.bench.nodes);
        let mean = population.iter().map(work).sum::<f64>() / population.len().max(1) as f64;
        let Some(best) = population.first() else {
            return;
        };
        let generation = Generation {
            number,
            best: Candidate {
                options: genes::options(&self.genes, best),
                score: score(best),
            },
            best_work: work(best),
            mean_work: mean,
            tried: self.scores.len(),
        };
        (self.told)(&generation);
        self.generations.push(generation);
    }
}
