//! How often per second the disk makes an appended page durable.

use std::fs::{File, remove_file};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::failure::Failure;

#[derive(clap::Args)]
pub struct Options {
    /// Folder on the disk to measure
    #[arg(long, default_value = "/var/tmp")]
    dir: PathBuf,
    /// How long to measure
    #[arg(long, default_value_t = 3)]
    seconds: u64,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let path = options.dir.join(format!("countinghouse-fsync-{}", std::process::id()));
    let mut file = File::create(&path)?;
    let page = [0x5a; 4096];
    let begun = Instant::now();
    let end = begun + Duration::from_secs(options.seconds);
    let mut count = 0_u32;
    while Instant::now() < end {
        file.write_all(&page)?;
        file.sync_data()?;
        count += 1;
    }
    let taken = begun.elapsed();
    remove_file(&path)?;
    println!("fsyncs_per_second {:.0}", f64::from(count) / taken.as_secs_f64());
    Ok(())
}
