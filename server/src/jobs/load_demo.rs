//! Loads the demo organization that somebody asked for, by ordinary commands through the API, and goes on with it after a
//! start.

use crate::app::App;
use crate::cli::failure::Failure;
use crate::cli::living;
use crate::demo::{self, Told};

/// Loads it whenever somebody asks, for as long as the service runs; first what an earlier start left undone.
pub async fn keep_loading(app: App, url: String, goes_on: bool) {
    if goes_on {
        load(&app, &url).await;
    }
    loop {
        app.demo.asked().await;
        load(&app, &url).await;
    }
}

async fn load(app: &App, url: &str) {
    if let Err(failure) = load_due(app, url).await {
        tracing::warn!(failure = failure.text, "the demo organization is not whole: ask for it again to go on");
        app.demo.failed(failure.text);
    }
}

/// Loads what is missing, if it was asked for, and no other node does.
async fn load_due(app: &App, url: &str) -> Result<(), Failure> {
    if !is_due(app).await? || super::is_paused(&app.database).await? {
        return Ok(());
    }
    let missing = async {
        // Another node may have loaded it meanwhile.
        if !is_due(app).await? {
            return Ok(());
        }
        tracing::info!("loading the demo organization");
        living::load_asked(app, url, &mut Told(&app.demo)).await?;
        tracing::info!("the demo organization is whole");
        Ok::<(), Failure>(())
    };
    demo::alone(&app.database, missing).await?
}

async fn is_due(app: &App) -> Result<bool, Failure> {
    let mut snapshot = app.database.snapshot().await?;
    Ok(demo::founder(&mut snapshot).await?.is_some() && !demo::is_whole(&mut snapshot).await?)
}
