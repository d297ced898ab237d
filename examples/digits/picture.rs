//! Draws how networks learn.

use super::training::History;
use plotters::prelude::*;
use std::{error::Error, fs, path::Path};

/// The part of the held-out digits that is not recognized after each epoch, on a logarithmic scale.
pub fn draw(path: &Path, histories: &[(&str, &History)]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("the picture has no folder")?)?;
    let area = SVGBackend::new(path, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let epochs = histories.iter().map(|(_, history)| history.0.len()).max().unwrap_or(1);
    let mut chart = ChartBuilder::on(&area)
        .margin(15)
        .x_label_area_size(35)
        .y_label_area_size(50)
        .build_cartesian_2d(1.0..epochs as f64, (0.5..100.0_f64).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("% of the held-out digits missed")
        .draw()?;
    for (k, (name, history)) in histories.iter().enumerate() {
        let missed = history.0.iter().enumerate();
        let points = missed.map(|(epoch, (_, score))| (epoch as f64 + 1.0, (100.0 * (1.0 - score)).max(0.5)));
        let colour = Palette99::pick(k);
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], Palette99::pick(k).stroke_width(2)));
    }
    chart.configure_series_labels().border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
