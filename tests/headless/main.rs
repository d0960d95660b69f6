//! Tests without a display and without the workbench: the command line, all games, reading
//! pictures.

mod cli;
mod cli_batch;
mod cli_check;
mod cli_examples;
mod cli_export;
mod cli_killed;
mod cli_report;
mod cli_solve;
mod cli_tune;
mod cli_verify;
mod cli_web;
mod conformance;
mod fuzz;
mod logo_standin;
mod practice;
mod published;
mod record;
mod vision;
