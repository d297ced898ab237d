//! Draws how networks learn.

use plotters::prelude::*;
use std::{error::Error, fs, path::Path};

/// The part of what was held out, `what`, that is missed after each epoch, on a logarithmic scale; of each history its scores.
pub fn draw(path: &Path, what: &str, histories: &[(&str, Vec<f64>)]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("the picture has no folder")?)?;
    let area = SVGBackend::new(path, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let epochs = histories.iter().map(|(_, scores)| scores.len()).max().unwrap_or(1);
    let mut chart = ChartBuilder::on(&area)
        .margin(15)
        .x_label_area_size(35)
        .y_label_area_size(50)
        .build_cartesian_2d(1.0..epochs as f64, (0.5..100.0_f64).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc(format!("% of the held-out {what} missed"))
        .draw()?;
    for (k, (name, scores)) in histories.iter().enumerate() {
        let missed = scores.iter().enumerate();
        let points = missed.map(|(epoch, score)| (epoch as f64 + 1.0, (100.0 * (1.0 - score)).max(0.5)));
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
