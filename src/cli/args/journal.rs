//! `--journal` and `--resume`: records that outlive a run.

use super::OutputArgs;
use crate::cli::language::text;
use anyhow::bail;
use clap::Args;
use std::path::PathBuf;

/// Where finished records are kept.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct JournalArgs {
    /// Keep each finished record in this file, for --resume
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Solve only what the journal lacks; without --journal its name is the output's with `.journal`
    #[arg(long)]
    pub resume: bool,
}

impl JournalArgs {
    /// Where the journal is, if one is wanted.
    ///
    /// # Errors
    /// If nothing says where.
    pub fn path(&self, output: &OutputArgs) -> anyhow::Result<Option<PathBuf>> {
        Ok(Some(match (&self.journal, &output.output) {
            (Some(path), _) => path.clone(),
            (None, _) if !self.resume => return Ok(None),
            (None, Some(output)) => {
                let mut name = output.clone().into_os_string();
                name.push(".journal");
                PathBuf::from(name)
            }
            (None, None) => bail!(text!("resume-needs-journal")),
        }))
    }
}
