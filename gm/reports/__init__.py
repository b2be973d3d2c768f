"""From a view and the visible events to text, HTML, JSON, forms and pictures."""
