"""What every picture is drawn on: canvas, colours, and the SVG of pages."""
